import { invalidData, OperationError, outcomeUnknown, overloaded, unavailable } from '@souk/contracts'
import { MongoServerError, MongoServerSelectionError, type TopologyDescription } from 'mongodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { alsoDiscreet, failureInShort, loggedError } from '../src/observability/logged-error.ts'
import { createLogger } from '../src/observability/logger.ts'
import { isDiscreetlyAway } from '../src/store/mongo-errors.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}
beforeAll(() => alsoDiscreet(isDiscreetlyAway))
const nothing = undefined as unknown as { amount: number }
const empty = {} as { map(): void }
const away = new MongoServerSelectionError('connect ECONNREFUSED 127.0.0.1:1', {} as TopologyDescription)

describe('the message of an error is logged', () => {
  it.each([
    ['for one of our own errors', unavailable(), 'The service is not available at the moment'],
    [
      'for an engine error about a property',
      thrownBy(() => nothing.amount),
      "Cannot read properties of undefined (reading 'amount')",
    ],
    ['for an engine error about a call', thrownBy(() => empty.map()), 'empty.map is not a function'],
    [
      'for an error of the operating system',
      Object.assign(new Error('listen EADDRINUSE'), { syscall: 'listen' }),
      'listen EADDRINUSE',
    ],
    ['for an unavailable database', away, 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('%s', (_name, error, message) => {
    expect(loggedError(error).message).toBe(message)
  })
})

describe('the message of an error is omitted', () => {
  it.each([
    ['for a rejection', invalidData('Gift card (SECRET) not found')],
    ['for a JSON syntax error', thrownBy(() => JSON.parse('{"code":SECRET}'))],
    ['for an invalid URL', thrownBy(() => new URL('nats://me:SECRET@host:999999'))],
    ['for an operator applied to a string', thrownBy(() => 'x' in ('SECRET' as never))],
    ['for an assignment to a string', thrownBy(() => Object.assign('SECRET', { 0: 'x' }))],
    ['for an error of a library', new Error('[BigNumber Error] Not a number: SECRET')],
    [
      'for an error of MongoDB',
      new MongoServerError({ message: 'Failed to parse number SECRET', code: 241, errInfo: { value: 'SECRET' } }),
    ],
    [
      'for a user that MongoDB does not know any more, as the command is quoted',
      new MongoServerError({ message: 'not authorized to execute command { find: "SECRET" }', code: 13 }),
    ],
    [
      'for an error with additional properties',
      Object.assign(new Error('x'), { input: 'SECRET', writeErrors: [{ op: 'SECRET' }] }),
    ],
    ['for the cause of an error', unavailable(undefined, new Error('SECRET', { cause: new Error('SECRET') }))],
    ['for the errors of an AggregateError', new AggregateError([new Error('SECRET')], 'SECRET')],
    ['for text that looks like a stack frame', new Error('x\n    at SECRET (/etc/passwd)')],
    ['for a thrown value that is not an error', 'SECRET'],
  ])('%s', (_name, error) => {
    const lines: string[] = []
    const logger = createLogger('test', 'info', { output: { write: (line) => lines.push(line) } })

    logger.error({ err: error }, 'failed')

    expect(lines.join()).toContain('"type":"')
    expect(lines.join()).not.toContain('SECRET')
  })

  it('but the type, code and stack of every cause remain', () => {
    const error = new MongoServerError({ message: 'SECRET', code: 121, codeName: 'DocumentValidationFailure' })

    expect(loggedError(unavailable('later', error))).toEqual({
      type: 'OperationError',
      message: 'later',
      error_code: 'service_unavailable',
      stack: expect.stringMatching(/^at .+logged-error\.test\.ts:\d+/m),
      cause: {
        type: 'MongoServerError',
        error_code: 'DocumentValidationFailure',
        stack: expect.stringMatching(/^at .+logged-error\.test\.ts:\d+/m),
      },
    })
  })

  it('and a cyclic cause is logged with bounded length', () => {
    const error = new Error('x')
    error.cause = error

    expect(JSON.stringify(loggedError(error)).length).toBeLessThan(20_000)
  })
})

describe('a frequent failure is logged in short form', () => {
  it.each([
    ['when the service is overloaded', overloaded(), { reason: 'overloaded' }],
    [
      'when the database is unavailable',
      unavailable(undefined, away),
      { reason: 'unavailable', cause: `MongoServerSelectionError: ${away.message}` },
    ],
    [
      'with its first cause',
      outcomeUnknown(unavailable(undefined, away)),
      { reason: 'outcome_unknown', cause: `MongoServerSelectionError: ${away.message}` },
    ],
    [
      'when the deadline is exceeded',
      new OperationError('deadline_exceeded', 'The request took too long'),
      { reason: 'deadline_exceeded' },
    ],
    [
      'without text that could be a secret',
      unavailable(undefined, new Error('SECRET')),
      { reason: 'unavailable', cause: 'Error' },
    ],
    [
      'with the code instead of such a text',
      unavailable(undefined, new MongoServerError({ message: 'SECRET', code: 13, codeName: 'Unauthorized' })),
      { reason: 'unavailable', cause: 'MongoServerError: Unauthorized' },
    ],
  ])('%s', (_name, error, line) => {
    expect(failureInShort(error)).toEqual(line)
  })

  it.each([new OperationError('unexpected', ''), new TypeError('x'), 'x'])('but a defect is not: %s', (error) => {
    expect(failureInShort(error)).toBeUndefined()
  })
})
