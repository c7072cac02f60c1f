import { expect } from 'vitest'
import type { System } from './system.ts'

/** Asks as whom the path belongs to. @returns the body of the answer, which must be a success */
export async function succeed(system: System, method: string, path: string, body?: object) {
  const answer = await system.http(method, path, body ? { body } : {})
  expect([200, 201], answer.text).toContain(answer.status)
  return answer.body
}
