// The token of the tests, compiled from its source.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

type Compiled = Readonly<{ abi: Abi; bytecode: Hex }>

export function compileToken(): Compiled {
  // The compiler has no types of its own.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('TestDollar.sol', import.meta.url), 'utf8')
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'TestDollar.sol': { content } },
        settings: {
          optimizer: { enabled: true, runs: 200 },
          viaIR: true,
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
        },
      }),
    ),
  )
  const contract = output.contracts?.['TestDollar.sol']?.TestDollar
  if (contract === undefined) throw new Error(JSON.stringify(output.errors))
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}
