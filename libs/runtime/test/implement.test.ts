import { defineOperation } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { implement, implementAll } from '../src/server/implement.ts'

const response = z.object({ count: z.int() })
const countMarks = defineOperation({ service: 'orders', name: 'count-marks', summary: 'Count marks', response })
const nameMark = defineOperation({
  service: 'orders',
  name: 'name-mark',
  summary: 'Name a mark',
  response: z.object({ name: z.string() }),
})
const recountMarks = defineOperation({ service: 'orders', name: 'recount-marks', summary: 'Count marks again', response })

const counting = implement(countMarks, async (_request, { start }: { start: number }) => ({ count: start }))
const naming = implement(nameMark, async (_request, { name }: { name: string }) => ({ name }))
const recounting = implement(recountMarks, async () => ({ count: 2 }))

describe('implementAll', () => {
  it('returns the handlers of all operations', () => {
    const all = implementAll(
      { countMarks, nameMark, recountMarks },
      { countMarks: counting, nameMark: naming, recountMarks: recounting },
    )

    expect(all.map(({ operation }) => operation)).toEqual([countMarks, nameMark, recountMarks])
  })

  it('does not compile when a handler is missing, superfluous or for another operation', () => {
    // @ts-expect-error: nameMark has no handler
    implementAll({ countMarks, nameMark }, { countMarks: counting })
    // @ts-expect-error: nameMark is not one of the operations
    expect(() => implementAll({ countMarks }, { countMarks: counting, nameMark: naming })).toThrow()
    // @ts-expect-error: its answers belong to another operation
    expect(() => implementAll({ countMarks }, { countMarks: naming })).toThrow('The handler countMarks answers name-mark')
  })

  it('rejects a handler of another operation of the same shape', () => {
    expect(() => implementAll({ countMarks }, { countMarks: recounting })).toThrow('The handler countMarks answers recount-marks')
  })
})
