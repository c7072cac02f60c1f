import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { operations, toOpenApi } from '@souk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_ROUTES } from '../files/file-routes.ts'
import { homePage } from './home-page.ts'
import { keepOwnHeaders } from './logging.ts'
import { LOGO, REFERENCE_CSS } from './reference-theme.ts'

/**
 * `/openapi.json`, the interactive reference under `/docs` (which loads nothing from other hosts), and `/`, which links to both,
 * unless an upstream server has a home page of its own.
 */
export async function registerDocs(app: FastifyInstance, version: string, { home }: { home: boolean }) {
  const document = documentOf(version)
  const answerDocument = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document)
  app.get('/openapi.json', answerDocument)

  keepOwnHeaders(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_SOURCES },
    strictTransportSecurity: false,
  })
  // The plugins would keep the document as objects (10 MB), serialize it for each request, and need a second for YAML.
  app.addHook('onRequest', (request, reply, done) =>
    COPIES.has(request.routeOptions.url ?? '') ? void answerDocument(request, reply) : done(),
  )
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title, version }, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: {
      layout: 'BaseLayout',
      persistAuthorization: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 2,
      filter: true,
      validatorUrl: null,
    },
    theme: {
      title,
      css: [{ filename: 'souk.css', content: REFERENCE_CSS }],
      favicon: [{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: LOGO }],
    },
    logo: { type: 'image/svg+xml', content: LOGO },
    staticCSP: false,
  })

  if (!home) return
  app.get('/', ({ headers, protocol, host }, reply) => {
    if (!headers.accept?.includes('text/html'))
      return { name: 'Souk', version, docs: '/docs', openapi: '/openapi.json', health: '/health/ready' }
    const origin = PLAIN_HOST.test(host) ? `${protocol}://${host}` : ''
    // The page contains the request's host, which any client may choose.
    reply.header('cache-control', 'no-store')
    return reply.header('content-type', 'text/html; charset=utf-8').send(homePage({ version, origin }))
  })
}

const title = 'Souk API'

const documents = new Map<string, Buffer>()

/** The bytes of the document, built once per process. */
function documentOf(version: string): Buffer {
  const document = documents.get(version) ?? Buffer.from(JSON.stringify(toOpenApi(operations, version, FILE_ROUTES)))
  documents.set(version, document)
  return document
}

/** The paths at which the reference reads the document, and people look for YAML (which includes JSON). */
const COPIES: ReadonlySet<string> = new Set(['/docs/json', '/docs/yaml'])
/** A host that may be shown in a page. */
const PLAIN_HOST = /^[\w.:[\]-]+$/

/** Browsers load nothing from other hosts; the reference has inline styles. */
const PAGE_SOURCES = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}
