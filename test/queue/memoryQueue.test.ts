import { memoryQueue } from '../../src/queue/memoryQueue.ts'
import { queueContract } from './queueContract.ts'

queueContract(async () =>
  memoryQueue({ times: { retryPauseMs: 50 }, monotonicMs: () => performance.now() }),
)
