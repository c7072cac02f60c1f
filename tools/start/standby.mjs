// A process that has loaded the packages of a service, and becomes that service when it is told its bundle: loading them is
// most of a start.
import { pathToFileURL } from 'node:url'

const leave = () => process.exit()
process.once('disconnect', leave)

const told = new Promise((resolve) => process.once('message', resolve))
// What cannot be loaded is for the bundle to tell, when it asks for it.
for (const name of process.argv.slice(2)) await import(name).catch(() => {})

const { file } = await told
process.off('disconnect', leave)
await import(pathToFileURL(file).href)
