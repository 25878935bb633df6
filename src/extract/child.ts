// The process in which archives are opened and extractors run. Started by the pool and by nothing
// else: it expects its lifeline and its channel on the descriptors the pool gives it.

import { EXTRACTORS } from './extractors.ts'
import { runChild } from './runChild.ts'

runChild(EXTRACTORS)
