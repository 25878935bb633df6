// Every type of the wire, for the entries of the library; whoever is inside takes them from where they are.

export type * from './wire/cardAnswers.ts'
export type * from './wire/checkAnswers.ts'
export type * from './wire/creditAnswers.ts'
export type * from './wire/diffAnswers.ts'
export type * from './wire/oracleAnswers.ts'
export type * from './wire/packageAnswers.ts'
export type * from './wire/questions.ts'
export type * from './wire/receiptAnswers.ts'
export type * from './wire/signed.ts'
export type * from './wire/symbolAnswers.ts'
export type * from './wire/watchAnswers.ts'
