// The pages about packages, joined to what they are made of. Loaded only where they are served.

import { releaseSteps } from '../../answer/releaseSteps.ts'
import { releaseView } from '../../answer/releaseView.ts'
import { rateLimit } from '../../charge/rateLimit.ts'
import type { Config } from '../../config.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import type { DocsFiles } from '../../http/pages/docsFiles.ts'
import { addressOf, type PageFiles } from '../../http/pages/pageFiles.ts'
import type { Policy } from '../../http/pages/policy.ts'
import type { Problems } from '../../http/request/problem.ts'
import type { RequestContext } from '../../http/request/route.ts'
import { SERVICE_NAME } from '../../http/request/serviceFacts.ts'
import { codePages } from '../../http/routes/codePages.ts'
import { siteFiles } from '../../http/routes/siteFiles.ts'
import { sitePages } from '../../http/routes/sitePages.ts'
import type { InnerCalls } from '../../http/run/innerCall.ts'
import { compareMaker } from '../../http/site/compareMaker.ts'
import { extraMaker } from '../../http/site/extraMaker.ts'
import { figuresMaker } from '../../http/site/figuresMaker.ts'
import { namesMaker } from '../../http/site/namesMaker.ts'
import { pageBudget } from '../../http/site/pageBudget.ts'
import { pageShelf } from '../../http/site/pageShelf.ts'
import { pageWorks } from '../../http/site/pageWorks.ts'
import { problemPage } from '../../http/site/problemPage.ts'
import { receiptMaker } from '../../http/site/receiptMaker.ts'
import { releaseMaker } from '../../http/site/releaseMaker.ts'
import { searchMaker } from '../../http/site/searchMaker.ts'
import { symbolEdge } from '../../http/site/symbolEdge.ts'
import { symbolMaker } from '../../http/site/symbolMaker.ts'
import { versionInAddress } from '../../http/site/versionInAddress.ts'
import { wholeVersion } from '../../http/site/wholeVersion.ts'
import type { Watchtower } from '../../services/watch/watchtower.ts'
import { policyPage } from '../../site/pages/policyPage.ts'
import type { Core } from '../core.ts'

export function openSitePages(
  config: Config,
  core: Core,
  parts: Readonly<{
    files: PageFiles
    docs: DocsFiles
    watch: Pick<Watchtower, 'board'>
    calls: InnerCalls
    problems: Problems
    pageWaitMs?: number
  }>,
) {
  const { answers, facts, ingestion, logger, lookups, monotonicMs, now } = core
  const { store } = ingestion
  const { files } = parts
  const steps = releaseSteps({ packages: store.packages, releaseDiff: answers.releaseDiff })
  const pageAnswers = { ...answers, releaseView: releaseView(lookups), steps }
  const { registryOf, latest } = ingestion
  const releaseKnown = (key: PackageKey) => {
    const state = latest.peek(key)
    return state?.found === true ? state.release : null
  }
  const whole = wholeVersion(registryOf)
  const edge = symbolEdge({ registryOf, symbolExists: answers.symbolExists })
  const making = { answers: pageAnswers, whole, edge, registryOf, baseUrl: facts.baseUrl }
  const rate = rateLimit({ perMinute: config.pagesPerMinute, now })
  const budget = pageBudget({ rate, now, monotonicMs })
  const works = pageWorks({
    monotonicMs,
    meter: budget.begin,
    ...(parts.pageWaitMs === undefined ? {} : { waitMs: parts.pageWaitMs }),
  })
  const shelf = pageShelf({
    now,
    frame: () => ({
      service: SERVICE_NAME,
      version: facts.version,
      baseUrl: facts.baseUrl(),
      style: files.style && addressOf(files.style),
      script: files.siteScript && addressOf(files.siteScript),
      checkScript: files.checkScript && addressOf(files.checkScript),
    }),
  })
  const pages = sitePages({
    make: {
      release: releaseMaker(making),
      names: namesMaker(making),
      symbol: symbolMaker(making),
      compare: compareMaker(making),
      extra: extraMaker(making),
      receipt: receiptMaker({ store, logOrigin: () => facts.log()?.origin ?? null }),
      search: searchMaker({ ...lookups, known: releaseKnown }),
      figures: figuresMaker({ facts, board: () => parts.watch.board(), docs: parts.docs }),
    },
    works,
    budget,
    shelf,
    calls: parts.calls,
    problems: parts.problems,
    names: lookups.names,
    inAddress: versionInAddress({ answers: pageAnswers, registryOf, whole }),
    baseUrl: facts.baseUrl,
    logFailure: (error, about) => logger.error({ err: error, page: about }, 'unexpected error'),
  })
  return {
    routes: [
      ...pages,
      ...codePages({ calls: parts.calls, problems: parts.problems, budget, shelf, facts }),
      ...siteFiles({ facts, packages: store.packages, now }),
    ],
    forPeople: problemPage(shelf),
    policyPage: (policy: Policy, context: RequestContext) =>
      shelf.reply(null, policyPage(policy), context),
    close(): void {
      works.close()
      steps.close()
    },
  }
}
