import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSecrets, newSecrets, Secrets } from './secrets.ts'

describe('secrets of a development instance', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-secrets-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  it('stay the same from start to start, readable by the owner only', async () => {
    const first = await loadSecrets(home)

    expect(await loadSecrets(home)).toEqual(first)
    expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('are completed when a previous version had fewer', async () => {
    const { signing_key: _missing, ...former } = newSecrets()
    await writeFile(join(home, 'secrets.json'), JSON.stringify(former))

    expect(await loadSecrets(home)).toMatchObject({ ...former, signing_key: { crv: 'Ed25519', d: expect.any(String) } })
  })

  it('are rejected with the file name when the file is damaged', async () => {
    await writeFile(join(home, 'secrets.json'), '{')

    await expect(loadSecrets(home)).rejects.toThrow(join(home, 'secrets.json'))
  })

  it('differ between instances, and card codes contain no ambiguous characters', () => {
    const [one, other] = [newSecrets(), newSecrets()]

    for (const name of Secrets.keyof().options) expect(one[name]).not.toEqual(other[name])
    expect(one.gift_card_code).toMatch(/^GIFT(-[A-HJ-NP-Z2-9]{4}){4}$/)
  })
})
