/** A request of a `.http` file, its variables filled in. */
export interface HttpFileRequest {
  title: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** As the REST Client of VS Code and the HTTP client of JetBrains read it. */
export function parseHttpFile(text: string): HttpFileRequest[] {
  const [preamble = '', ...blocks] = text.split(/^### /m)
  const variables = Object.fromEntries([...preamble.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]))
  const filled = (block: string) =>
    block.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => variables[name] ?? fail(`no variable ${name}`))
  return blocks.map((block) => parseRequest(filled(block)))
}

function parseRequest(block: string): HttpFileRequest {
  const [head = '', ...body] = block.split('\n\n')
  const [title = '', line = '', ...headers] = head.trimEnd().split('\n')
  const [, method = '', url = ''] = /^([A-Z]+) (\S+)$/.exec(line) ?? fail(`no request: ${line}`)
  return {
    title,
    method,
    url,
    headers: Object.fromEntries(headers.map(parseHeader)),
    body: body.join('\n\n').trim() || undefined,
  }
}

function parseHeader(line: string): [string, string] {
  const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? fail(`no header: ${line}`)
  return [name, value]
}

function fail(message: string): never {
  throw new Error(message)
}
