import pc from 'picocolors'
import { curlOf } from './curl.ts'
import type { DevJson } from './dev-json.ts'

/** What a newcomer needs: where it is, who may log in, and one command for each operation. */
export function renderTable(dev: DevJson) {
  const rows = [
    ['URL', dev.base_url],
    ['Docs', dev.docs_url],
    ['Administrator', `${dev.admin.email}  ${dev.admin.password}`],
    ['Seller', `${dev.seller.email}  ${dev.seller.password}`],
    ['Customer', `${dev.customer.email}  ${dev.customer.password}`],
    ['Publishable key', dev.publishable_key],
  ]
  const width = Math.max(...rows.map(([label = '']) => label.length)) + 2
  const lines = rows.map(([label = '', value]) => `  ${pc.dim(label.padEnd(width))}${value}`)
  const commands = Object.entries(dev.examples).flatMap(([name, example]) => [
    '',
    `# ${name} (${example.status})`,
    curlOf(dev.base_url, example),
  ])
  return ['', pc.bold('Souk is ready.'), ...lines, ...commands, ''].join('\n')
}
