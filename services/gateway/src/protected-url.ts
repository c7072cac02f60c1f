import { z } from 'zod'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const isProtected = ({ protocol, hostname }: URL) => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

/** An address that nobody on the way can read along or change. */
export const ProtectedUrl = z
  .url()
  .refine((url) => isProtected(new URL(url)), { error: 'must begin with https:// (http:// on loopback only)' })
