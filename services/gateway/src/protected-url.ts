import { z } from 'zod'
import { isLoopback } from './loopback.ts'

const isProtected = ({ protocol, hostname }: URL) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/** An address whose traffic nobody in between can read or change. */
export const ProtectedUrl = z
  .url()
  .refine((url) => isProtected(new URL(url)), { error: 'must begin with https:// (http:// on loopback only)' })
