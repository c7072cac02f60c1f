import { invalidData, OperationError, outcomeUnknown, overloaded, unavailable } from '@souk/contracts'
import { MongoServerError, MongoServerSelectionError, type TopologyDescription } from 'mongodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { alsoDiscreet, failureInShort, loggedError } from '../src/observability/logged-error.ts'
import { createLogger } from '../src/observability/logger.ts'
import { isAway } from '../src/store/mongo-errors.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}
beforeAll(() => alsoDiscreet(isAway))
const nothing = undefined as unknown as { amount: number }
const empty = {} as { map(): void }
const away = new MongoServerSelectionError('connect ECONNREFUSED 127.0.0.1:1', {} as TopologyDescription)

describe('the message of an error is logged', () => {
  it.each([
    ['of ours', unavailable(), 'The service is not available at the moment'],
    ['of the engine about code', thrownBy(() => nothing.amount), "Cannot read properties of undefined (reading 'amount')"],
    ['of the engine about a call', thrownBy(() => empty.map()), 'empty.map is not a function'],
    ['of the operating system', Object.assign(new Error('listen EADDRINUSE'), { syscall: 'listen' }), 'listen EADDRINUSE'],
    ['of a database that is away', away, 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('%s', (_name, error, message) => {
    expect(loggedError(error).message).toBe(message)
  })
})

describe('the message of an error is omitted', () => {
  it.each([
    ['of a refusal', invalidData('Gift card (SECRET) not found')],
    ['of JSON', thrownBy(() => JSON.parse('{"code":SECRET}'))],
    ['of an address', thrownBy(() => new URL('nats://me:SECRET@host:999999'))],
    ['of an operator on a text', thrownBy(() => 'x' in ('SECRET' as never))],
    ['of an assignment to a text', thrownBy(() => Object.assign('SECRET', { 0: 'x' }))],
    ['of a library', new Error('[BigNumber Error] Not a number: SECRET')],
    ['of MongoDB', new MongoServerError({ message: 'Failed to parse number SECRET', code: 241, errInfo: { value: 'SECRET' } })],
    ['of an error with more about it', Object.assign(new Error('x'), { input: 'SECRET', writeErrors: [{ op: 'SECRET' }] })],
    ['of its cause', unavailable(undefined, new Error('SECRET', { cause: new Error('SECRET') }))],
    ['of one among several', new AggregateError([new Error('SECRET')], 'SECRET')],
    ['of what looks like a frame', new Error('x\n    at SECRET (/etc/passwd)')],
    ['of what is no error', 'SECRET'],
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
    ['too much work', overloaded(), { reason: 'overloaded' }],
    [
      'a database that is away',
      unavailable(undefined, away),
      { reason: 'unavailable', cause: `MongoServerSelectionError: ${away.message}` },
    ],
    [
      'its first cause',
      outcomeUnknown(unavailable(undefined, away)),
      { reason: 'outcome_unknown', cause: `MongoServerSelectionError: ${away.message}` },
    ],
    ['a deadline', new OperationError('deadline_exceeded', 'The request took too long'), { reason: 'deadline_exceeded' }],
    ['a text that could be a secret', unavailable(undefined, new Error('SECRET')), { reason: 'unavailable', cause: 'Error' }],
  ])('%s', (_name, error, line) => {
    expect(failureInShort(error)).toEqual(line)
  })

  it.each([new OperationError('unexpected', ''), new TypeError('x'), 'x'])('but a defect is not: %s', (error) => {
    expect(failureInShort(error)).toBeUndefined()
  })
})
