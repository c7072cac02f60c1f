import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { operations, toOpenApi } from '@souk/contracts'
import type { FastifyInstance } from 'fastify'
import { keepOwnHeaders } from './logging.ts'

/**
 * `/openapi.json`, the interactive reference under `/docs` (no file of it comes from elsewhere), and `/`, which links to both
 * unless an upstream server has a home of its own.
 */
export async function registerDocs(app: FastifyInstance, version: string, { home }: { home: boolean }) {
  const document = toOpenApi(operations, version)
  const bytes = Buffer.from(JSON.stringify(document))
  app.get('/openapi.json', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes))

  keepOwnHeaders(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_SOURCES },
    strictTransportSecurity: false,
  })
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { persistAuthorization: true, docExpansion: 'list', validatorUrl: null },
    staticCSP: false,
  })

  if (!home) return
  app.get('/', (request, reply) => {
    if (!request.headers.accept?.includes('text/html'))
      return { name: 'Souk', version, docs: '/docs', openapi: '/openapi.json', health: '/health/ready' }
    return reply.header('content-type', 'text/html; charset=utf-8').send(HOME)
  })
}

/** Browsers load nothing from elsewhere; the reference styles itself inline. */
const PAGE_SOURCES = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  frameAncestors: ["'none'"],
}

const HOME = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Souk</title></head><body><h1>Souk</h1>
<ul><li><a href="/docs">API reference</a></li><li><a href="/openapi.json">OpenAPI document</a></li><li><a href="/health/ready">Readiness</a></li></ul></body></html>`
