import { invalidData, OperationError, unavailable } from '@souk/contracts'
import { expect, it } from 'vitest'
import { ifUnanswered } from '../src/bus/call.ts'

const caught = (error: unknown) => Promise.reject(error).catch(ifUnanswered('fallback'))

it.each([unavailable(), new OperationError('deadline_exceeded', 'late'), new OperationError('unexpected', 'broken')])(
  'falls back when there was no answer: %s',
  async (error) => expect(await caught(error)).toBe('fallback'),
)

it('rethrows rejections and our own errors', async () => {
  await expect(caught(invalidData('no'))).rejects.toMatchObject({ kind: 'invalid_data' })
  await expect(caught(new TypeError('a bug'))).rejects.toThrow(TypeError)
})
