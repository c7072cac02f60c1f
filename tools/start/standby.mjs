// A process that has loaded the packages of a service, and becomes that service when it receives its bundle: loading them is most
// of a start.
import { pathToFileURL } from 'node:url'

const leave = () => process.exit()
process.once('disconnect', leave)

const told = new Promise((resolve) => process.once('message', resolve))
// If one cannot be loaded, the bundle reports that when it imports it.
for (const name of process.argv.slice(2)) await import(name).catch(() => {})

const { file } = await told
process.off('disconnect', leave)
await import(pathToFileURL(file).href)
