// Every body that goes in or out, as plain JSON Schema literals. Requests are validated by these
// very literals; the OpenAPI document publishes them.

import { CARD_SCHEMAS } from './cardSchemas.ts'
import { CHECK_SCHEMAS } from './checkSchemas.ts'
import { CREDIT_SCHEMAS } from './creditSchemas.ts'
import { DIFF_SCHEMAS } from './diffSchemas.ts'
import { ORACLE_SCHEMAS } from './oracleSchemas.ts'
import { PACKAGE_SCHEMAS } from './packageSchemas.ts'
import { PROBLEM_SCHEMAS } from './problemSchemas.ts'
import { RECEIPT_SCHEMAS } from './receiptSchemas.ts'
import { RESEARCH_SCHEMAS } from './researchSchemas.ts'
import { SERVICE_SCHEMAS } from './serviceSchemas.ts'
import { SPEND_SCHEMAS } from './spendSchemas.ts'
import { SYMBOL_SCHEMAS } from './symbolSchemas.ts'
import { WATCH_SCHEMAS } from './watchSchemas.ts'

export const SCHEMAS = {
  ...PACKAGE_SCHEMAS,
  ...SYMBOL_SCHEMAS,
  ...CARD_SCHEMAS,
  ...DIFF_SCHEMAS,
  ...CHECK_SCHEMAS,
  ...ORACLE_SCHEMAS,
  ...RESEARCH_SCHEMAS,
  ...SPEND_SCHEMAS,
  ...RECEIPT_SCHEMAS,
  ...CREDIT_SCHEMAS,
  ...WATCH_SCHEMAS,
  ...PROBLEM_SCHEMAS,
  ...SERVICE_SCHEMAS,
} as const

export type SchemaName = keyof typeof SCHEMAS
