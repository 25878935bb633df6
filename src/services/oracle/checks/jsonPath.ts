import { Beyond } from '../budget.ts'
import { pointerOf } from '../jsonText.ts'
import { countOption, neededText, refuseUnknown, subjectJson } from '../options.ts'
import { met, unmet } from '../outcome.ts'
import { findByPath, type PathNode } from '../path/findByPath.ts'
import { otherNode } from '../path/otherNode.ts'
import type { RunCheck } from '../world.ts'

/** The nodes that a path of RFC 9535 finds are so many, or equal a value. */
export const checkJsonPath: RunCheck = (check, job) => {
  refuseUnknown(check, ['path', 'equals', 'count', 'min_count', 'max_count', 'file'])
  const path = neededText(check, 'path')
  const exactly = countOption(check, 'count')
  const least = countOption(check, 'min_count')
  const most = countOption(check, 'max_count')
  if (exactly !== null && (least !== null || most !== null)) {
    throw new Beyond('count stands beside min_count or max_count')
  }
  const subject = subjectJson(job, check)
  if (subject === null) return unmet('It is not JSON')
  const nodes = findByPath(path, subject.json)
  const hasBounds = exactly !== null || least !== null || most !== null
  const low = exactly ?? least ?? (hasBounds ? 0 : 1)
  const high = exactly ?? most ?? Number.POSITIVE_INFINITY
  const found = { evidence: { count: nodes.length }, location: locationOf(nodes[0]) }
  const reason = `The path finds ${nodes.length}`
  if (nodes.length < low || nodes.length > high) return unmet(reason, found)
  if (!Object.hasOwn(check, 'equals')) return met(reason, found)
  // Each of them; none at all equals nothing.
  if (nodes.length === 0) return unmet('The path finds nothing to compare', found)
  const wrong = otherNode(nodes, check['equals'])
  if (wrong === null) return met('What the path finds is the expected value', found)
  return unmet('What the path finds is another value', { ...found, location: locationOf(wrong) })
}

function locationOf(node: PathNode | undefined) {
  return node === undefined ? null : { pointer: pointerOf(node.path).toWellFormed() }
}
