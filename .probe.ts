import { readFileSync } from 'node:fs'
import { parsesAsPython } from './src/judge/python/parsesAsPython.ts'
const rows = JSON.parse(readFileSync('/tmp/oracle-suites/py.json','utf8')) as {text:string, ok:boolean, name:string}[]
let n={tp:0,tn:0,fp:0,fn:0,nul:0}; let shown=0
const t=process.cpuUsage()
for (const {text,ok,name} of rows) { const got=parsesAsPython(text); if(got===null) n.nul++; else if (got&&ok) n.tp++; else if(!got&&!ok) n.tn++; else { if(got) n.fp++; else n.fn++; if (shown++<25) console.log(got?'ACCEPTS BAD':'REFUSES GOOD', name, text.length<200?JSON.stringify(text):'') } }
console.log(n, process.cpuUsage(t).user/1000)
