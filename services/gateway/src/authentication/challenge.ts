import type { FastifyRequest } from 'fastify'

const BASIC = 'Basic realm="souk", charset="UTF-8"'
const TAKES_BASIC = /^\/(admin|ops)(\/|$)/

/**
 * `WWW-Authenticate` of a 401: the accepted credentials. Administrators' paths take secret API keys with Basic as well; this is
 * not offered to scripts in pages, because the browser would ask its user for a name and password before the script gets the
 * response.
 */
export function challengesFor({ headers, routeOptions }: FastifyRequest): string[] {
  const isRefusedToken = /^bearer /i.test(headers.authorization ?? '')
  const bearer = `Bearer realm="souk"${isRefusedToken ? ', error="invalid_token"' : ''}`
  return TAKES_BASIC.test(routeOptions.url ?? '') && !isScriptOfPage(headers) ? [bearer, BASIC] : [bearer]
}

/** Every browser calls itself Mozilla, and accepts HTML when it opens a page. */
const isScriptOfPage = ({ 'user-agent': agent = '', accept = '' }: FastifyRequest['headers']) =>
  agent.startsWith('Mozilla/') && !accept.includes('text/html')
