import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, stepAt, stepOf } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('codeOf', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is that of RFC 6238 after %i seconds', (seconds, eightDigits) => {
    expect(codeOf(SECRET, stepAt(seconds * 1000))).toBe(eightDigits.slice(2))
  })

  it.each([
    [0, '755224'],
    [1, '287082'],
    [9, '520489'],
  ])('is that of RFC 4226 for the counter %i', (counter, code) => {
    expect(codeOf(SECRET, counter)).toBe(code)
  })
})

describe('stepOf', () => {
  const AT = 1_234_567_890_000
  const now = stepAt(AT)

  it.each([-1, 0, 1])('takes the code %i steps from now', (steps) => {
    expect(stepOf(codeOf(SECRET, now + steps), SECRET, AT)).toBe(now + steps)
  })

  it.each([-2, 2])('takes no code %i steps from now', (steps) => {
    expect(stepOf(codeOf(SECRET, now + steps), SECRET, AT)).toBeUndefined()
  })

  it('ignores spaces, and takes nothing that only resembles the code', () => {
    const code = codeOf(SECRET, now)
    expect(stepOf(`${code.slice(0, 3)} ${code.slice(3)}`, SECRET, AT)).toBe(now)
    for (const other of ['', code.slice(1), `${code}0`, `-${code}`, `+${code}`, code.replace(/./, 'x')])
      expect(stepOf(other, SECRET, AT)).toBeUndefined()
  })

  it('takes exactly the codes of three steps, of any secret at any time', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 2, max: 1e9 }),
        fc.nat(29_999),
        (secret, step, ms) => {
          const at = step * 30_000 + ms
          const right = [step - 1, step, step + 1].map((one) => codeOf(secret, one))
          for (const code of right) expect(codeOf(secret, stepOf(code, secret, at)!)).toBe(code)
          const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
          expect(stepOf(wrong, secret, at)).toBeUndefined()
        },
      ),
    )
  })
})
