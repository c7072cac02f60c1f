import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const WANTED = '^20.19 || ^22.12 || >=24'

/** The answer of the bootstrap script to an unknown command, under another version of Node. */
function answerUnder(version: string) {
  const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const disguised = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`]
  return spawnSync(process.execPath, [...disguised, join(ROOT, 'tools/start/bootstrap.mjs'), 'nothing'], { encoding: 'utf8' })
    .stderr
}

describe('the version of Node', () => {
  it.each(['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0', '23.11.1'])(
    '%s is rejected before anything is installed',
    (version) => {
      expect(answerUnder(version)).toBe(`Souk needs Node ${WANTED}, this is ${version}. With nvm: nvm install && nvm use\n`)
    },
  )

  it.each(['20.19.0', '20.20.2', '22.12.0', '22.20.0', '24.0.0', '25.1.0'])('%s is accepted', (version) => {
    expect(answerUnder(version)).toMatch(/^(?!Souk needs Node).*unknown command/)
  })

  it('is the same in package.json, the lock file and README.md', () => {
    expect(JSON.parse(textOf('package.json')).engines.node).toBe(WANTED)
    expect(JSON.parse(textOf('package-lock.json')).packages[''].engines.node).toBe(WANTED)
    expect(textOf('README.md')).toContain(`Node \`${WANTED}\``)
  })
})
