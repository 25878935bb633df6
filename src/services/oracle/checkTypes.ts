// Every check type by its name.

import { CODE_CHECKS } from './checks/code.ts'
import { checkContains } from './checks/contains.ts'
import { checkJsonPath } from './checks/jsonPath.ts'
import { checkJsonSchema } from './checks/jsonSchema.ts'
import { checkReceiptValid } from './checks/receiptValid.ts'
import { checkRegex } from './checks/regex.ts'
import { checkSha256 } from './checks/sha256.ts'
import { checkUpgradeSafe } from './checks/upgradeSafe.ts'
import type { RunCheck } from './world.ts'

export const CHECK_TYPES = {
  sha256: checkSha256,
  json_schema: checkJsonSchema,
  json_path: checkJsonPath,
  regex: checkRegex,
  contains: checkContains,
  ...CODE_CHECKS,
  upgrade_safe: checkUpgradeSafe,
  receipt_valid: checkReceiptValid,
} as const satisfies Record<string, RunCheck>

export type CheckType = keyof typeof CHECK_TYPES

export function isCheckType(value: unknown): value is CheckType {
  return typeof value === 'string' && Object.hasOwn(CHECK_TYPES, value)
}
