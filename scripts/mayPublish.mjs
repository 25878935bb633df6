// `npm publish` comes by here: what is published goes through `npm run release`, which builds it anew,
// looks it over and hands over that very file.

console.error('assay: use `npm run release`, which checks what it publishes')
process.exit(1)
