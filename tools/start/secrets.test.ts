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

  it('get what a former version did not have', async () => {
    const { signing_key: _missing, ...former } = newSecrets()
    await writeFile(join(home, 'secrets.json'), JSON.stringify(former))

    expect(await loadSecrets(home)).toMatchObject({ ...former, signing_key: { crv: 'Ed25519', d: expect.any(String) } })
  })

  it('are refused by file name when the file is damaged', async () => {
    await writeFile(join(home, 'secrets.json'), '{')

    await expect(loadSecrets(home)).rejects.toThrow(join(home, 'secrets.json'))
  })

  it('differ from instance to instance, card codes without letters that look like digits', () => {
    const [one, other] = [newSecrets(), newSecrets()]

    for (const name of Secrets.keyof().options) expect(one[name]).not.toEqual(other[name])
    expect(one.gift_card_code).toMatch(/^GIFT(-[A-HJ-NP-Z2-9]{4}){4}$/)
  })
})
