import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'

const RANGES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Fastify reads a number as an address, too: `1` would be 0.0.0.1. */
const hasAddress = (part: string) => RANGES.has(part) || isIP(part.split('/')[0]!) !== 0

function isUsable(text: string): boolean {
  const parts = text.split(',').map((part) => part.trim())
  try {
    compile(parts)
    return parts.every(hasAddress)
  } catch {
    return false
  }
}

/** Comma-separated addresses, CIDR blocks and names of ranges, all of which Fastify accepts. */
export const TrustedProxies = z.string().refine(isUsable, {
  error: 'must be addresses such as 10.0.0.7, CIDR blocks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
})
