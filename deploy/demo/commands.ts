import type { SeedFacts } from '../../tools/seed/facts.ts'
import { curlOf } from '../../tools/start/curl.ts'
import { buildExamples } from '../../tools/start/examples.ts'
import type { SeedSecrets } from '../../tools/start/secrets.ts'

/**
 * A script for a POSIX shell: accounts as comments, a wait for the gateways, log-ins, and one request for each of five
 * operations. It can be repeated.
 */
export function demoCommands(base_url: string, facts: SeedFacts, secrets: SeedSecrets): string {
  const logIn = (variable: string, actor: string, email: string, password: string) => {
    const body = JSON.stringify({ email, password })
    const token = `sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p'`
    return `${variable}=$(curl -sS '${base_url}/auth/${actor}/emailpass' -H 'content-type: application/json' -d '${body}' | ${token})`
  }
  const examples = buildExamples(facts, {
    adminToken: '$ADMIN',
    sellerToken: '$SELLER',
    publishable_key: secrets.publishable_key,
  })
  const requests = Object.entries(examples).flatMap(([name, example]) => [
    '',
    `# ${name} (${example.status})`,
    `${withVariables(curlOf(base_url, example))}; echo`,
  ])
  return [
    `# Administrator    ${facts.admin.email}  ${secrets.admin_password}`,
    `# Seller           ${facts.seller.email}  ${secrets.seller_password}`,
    `# Customer         ${facts.customer.email}  ${secrets.customer_password}`,
    `# Publishable key  ${secrets.publishable_key}`,
    untilReady(base_url),
    logIn('ADMIN', 'user', facts.admin.email, secrets.admin_password),
    logIn('SELLER', 'seller', facts.seller.email, secrets.seller_password),
    ...requests,
  ].join('\n')
}

/**
 * Containers run before gateways accept requests. After two minutes the requests are sent anyway: the answers show what is
 * missing.
 */
const untilReady = (base_url: string) =>
  `tries=0; until curl -fs -o /dev/null '${base_url}/health/ready' || [ $((tries += 1)) -gt 120 ]; do sleep 1; done`

/** Within single quotes the shell would not expand them. */
const withVariables = (command: string) => command.replaceAll(/'(authorization: Bearer \$[A-Z]+)'/g, '"$1"')
