import { invalidData, OperationError, unavailable } from '@souk/contracts'
import { expect, it } from 'vitest'
import { ifUnanswered } from '../src/bus/call.ts'

const caught = (error: unknown) => Promise.reject(error).catch(ifUnanswered('fallback'))

it.each([unavailable(), new OperationError('deadline_exceeded', 'late'), new OperationError('unexpected', 'broken')])(
  'takes the place of an answer that did not come: %s',
  async (error) => expect(await caught(error)).toBe('fallback'),
)

it('lets refusals, and errors of our own, pass', async () => {
  await expect(caught(invalidData('no'))).rejects.toMatchObject({ kind: 'invalid_data' })
  await expect(caught(new TypeError('a bug'))).rejects.toThrow(TypeError)
})
