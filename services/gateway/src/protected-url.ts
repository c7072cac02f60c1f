import { z } from 'zod'
import { isLoopback } from './loopback.ts'

const isProtected = ({ protocol, hostname }: URL) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/** An address that nobody on the way can read along or change. */
export const ProtectedUrl = z
  .url()
  .refine((url) => isProtected(new URL(url)), { error: 'must begin with https:// (http:// on loopback only)' })
