import type { FastifyRequest } from 'fastify'

/** A host that may be part of a link. */
const PLAIN_HOST = /^[\w.:[\]-]+$/

/** The origin for links to this gateway, as the request reached it; empty if its host is not a plain one. */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  PLAIN_HOST.test(host) ? `${protocol}://${host}` : ''
