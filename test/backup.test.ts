import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const VOLUMES = ['mongodb', 'setup-credentials', 'keys', 'nats']
let folder: string
let commands: string[]

/** Replaces the container engine: runs a container's command here, on folders for its volumes, and records calls of compose. */
const engineOf = (asked: string, volumes: string) => `#!/usr/bin/env node
const { appendFileSync, mkdirSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const args = process.argv.slice(2)
if (args[0] === 'compose') return appendFileSync(${JSON.stringify(asked)}, args.join(' ') + '\\n')
const at = args.indexOf('alpine')
const mounts = new Map(args.slice(0, at).flatMap((arg, n) => (args[n - 1] === '-v' ? [arg.split(':')] : [])).map(([from, to]) => [to, from]))
const here = (text) => text.replace(/(^|\\s)(\\/from|\\/to)(?=\\/|\\s|$)/g, (_, before, to) => {
  const from = mounts.get(to)
  const folder = from.startsWith('/') ? from : ${JSON.stringify(volumes)} + '/' + from
  mkdirSync(folder, { recursive: true })
  return before + folder
})
const [command, ...rest] = args.slice(at + 1).map(here)
process.exit(spawnSync(command, rest, { stdio: 'inherit' }).status)
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-backup-'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'docker'), engineOf(join(folder, 'asked'), join(folder, 'volumes')), { mode: 0o755 })
  for (const name of VOLUMES) await write(name, 'before')
  const page = await readFile(join(import.meta.dirname, '..', 'docs', 'backup.md'), 'utf8')
  commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text!)
})
afterAll(() => rm(folder, { recursive: true }))

async function write(volume: string, text: string) {
  await mkdir(join(folder, 'volumes', `souk_${volume}`, 'deep'), { recursive: true })
  await writeFile(join(folder, 'volumes', `souk_${volume}`, 'deep', '.data'), text)
}
const held = (volume: string) => readdir(join(folder, 'volumes', `souk_${volume}`), { recursive: true })
const read = (volume: string) => readFile(join(folder, 'volumes', `souk_${volume}`, 'deep', '.data'), 'utf8')

/** Runs a part of the page as a reader would, in a separate folder. @returns the calls of compose */
async function pasted(text: string) {
  const asked = join(folder, 'asked')
  await rm(asked, { force: true })
  const env = { ...process.env, PATH: join(folder, 'bin') + delimiter + process.env.PATH }
  await run('sh', ['-e', '-c', text], { cwd: folder, env })
  return (await readFile(asked, 'utf8')).trim().split('\n')
}

it('the commands of docs/backup.md restore what they saved, and empty the NATS volume', async () => {
  const [backup, restore] = commands
  expect(await pasted(backup!)).toEqual(['compose stop', 'compose up --detach'])
  expect((await readdir(join(folder, 'backup'))).sort()).toEqual(['keys.tgz', 'mongodb.tgz', 'setup-credentials.tgz'])

  for (const name of VOLUMES) await write(name, 'after')
  await writeFile(join(folder, 'volumes', 'souk_mongodb', 'later'), '')
  const asked = await pasted(restore!)
  expect(asked.slice(0, 2)).toEqual(['compose down', 'compose up --detach'])
  expect(asked.slice(2).every((line) => line.startsWith('compose run --rm operate '))).toBe(true)
  for (const name of VOLUMES.slice(0, 3)) expect([name, await read(name)]).toEqual([name, 'before'])
  expect(await held('mongodb')).not.toContain('later')
  expect(await held('nats')).toEqual([])
})
