import type { FastifyRequest } from 'fastify'

/** A host as it may stand in a link. */
const PLAIN_HOST = /^[\w.:[\]-]+$/

/** The beginning of links to this gateway, as the request reached it; empty where its host is none. */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  PLAIN_HOST.test(host) ? `${protocol}://${host}` : ''
