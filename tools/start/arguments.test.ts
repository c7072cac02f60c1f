import { describe, expect, it } from 'vitest'
import { readFlags } from './arguments.ts'
import { closest } from './closest.ts'

describe('arguments', () => {
  it('are flags that are present or absent', () => {
    expect(readFlags(['--fresh'], ['detach', 'fresh'])).toEqual({ detach: false, fresh: true })
  })

  it.each([
    ['--detatch', 'unknown argument --detatch, did you mean --detach? Known: --detach, --fresh, --help'],
    ['--everything', 'unknown argument --everything; Known: --detach, --fresh, --help'],
  ])('that are unknown are named with the closest known one: %s', (arg, message) => {
    expect(() => readFlags([arg], ['detach', 'fresh'])).toThrow(message)
  })

  it('that npm has consumed are recovered or explained', () => {
    expect(() => readFlags([], ['detach'], { npm_config_detach: 'true' })).toThrow('npm took --detach for itself; write two')
    expect(readFlags([], ['json'], { npm_config_json: 'true' })).toEqual({ json: false })
  })
})

describe('the closest name', () => {
  it.each([
    ['seler', 'seller'],
    ['foreign-seller', 'foreign_seller'],
    ['custmoer', 'customer'],
    ['nobody', undefined],
    ['x', undefined],
  ])('to %s is %s', (name, nearest) => {
    expect(closest(name, ['admin', 'seller', 'customer', 'foreign_seller'])).toBe(nearest)
  })
})
