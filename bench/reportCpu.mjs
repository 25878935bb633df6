/** Tells the parent where this server listens, and its CPU time each time the parent asks. */
export function reportCpu(url) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ url })
}
