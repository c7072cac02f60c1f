/** A market tent: the mark of Souk on its pages. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="Souk">
<path fill="#0f5c55" d="M16 3 29 15H3z"/><path fill="#e3a23b" d="M16 3 21 15H11z"/>
<path fill="#0f5c55" d="M3 15h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0H29v2.4a2.6 2.6 0 0 1-5.2 0z"/>
<path fill="#e3a23b" d="M8.2 15h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0h5.2v2.4a2.6 2.6 0 0 1-5.2 0z"/>
<path fill="#0f5c55" d="M5 21.5h2V29H5zm20 0h2V29h-2zM7 27h18v2H7z"/></svg>`

/** The logo where a style sheet wants it. */
const LOGO_URL = `url("data:image/svg+xml,${encodeURIComponent(LOGO)}")`

/** The look of the reference, on top of Swagger UI's own style sheet. Text has a contrast of at least 4.5 to 1. */
export const REFERENCE_CSS = `
:root { color-scheme: light }
body { background: #fbfaf7 }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
.swagger-ui .info { margin: 32px 0 24px }
.swagger-ui .info .title { color: #0f5c55; padding-left: 56px; min-height: 44px; background: ${LOGO_URL} left center / 44px no-repeat }
.swagger-ui .info .title small { background: #0f5c55 }
.swagger-ui .info .title small.version-stamp { background: #8a5a00 }
.swagger-ui .info .description { max-width: 62rem }
.swagger-ui .info h2 { margin: 1.6em 0 .3em; font-size: 1.15rem; color: #0f5c55 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: #0f4a44; background: #f0ece1; font-weight: 500; padding: 1px 4px }
.swagger-ui .info a, .swagger-ui a.nostyle:focus-visible { color: #0b5d8a }
.swagger-ui .scheme-container { background: #fff; box-shadow: none; border-block: 1px solid #e2ddd0 }
.swagger-ui .opblock-tag { color: #0f5c55; border-bottom-color: #e2ddd0 }
.swagger-ui .opblock-tag small { color: #4a4a4a }
.swagger-ui .btn.authorize { color: #0f5c55; border-color: #0f5c55 }
.swagger-ui .btn.authorize svg { fill: #0f5c55 }
.swagger-ui .btn.execute { background: #0f5c55; border-color: #0f5c55 }
.swagger-ui .opblock.opblock-get { background: #eef4f8; border-color: #0b5d8a }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5d8a }
.swagger-ui .opblock.opblock-post { background: #eef6f1; border-color: #0f5c55 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0f5c55 }
.swagger-ui .opblock.opblock-delete { background: #faf0ee; border-color: #a3271d }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a3271d }
.swagger-ui :focus-visible { outline: 3px solid #e3a23b; outline-offset: 2px }
`

const HOME_CSS = `
:root { color-scheme: light dark; --ground: #fbfaf7; --text: #22302e; --mark: #0f5c55; --line: #e2ddd0; --code: #f0ece1 }
@media (prefers-color-scheme: dark) { :root { --ground: #14201e; --text: #e6ebe9; --mark: #7fd0c4; --line: #33443f; --code: #1f2f2c } }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem }
header { display: flex; align-items: center; gap: 1rem }
header svg { width: 3.5rem; flex: none }
h1 { margin: 0; color: var(--mark); font-size: 2rem; line-height: 1.2 }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; color: var(--mark) }
p { margin: .5rem 0 }
header p { margin: 0 }
ul { margin: 0; padding: 0; list-style: none }
li { border-top: 1px solid var(--line); padding: .6rem 0 }
a { color: var(--mark) }
a:focus-visible { outline: 3px solid #e3a23b; outline-offset: 2px }
pre { overflow-x: auto; margin: .5rem 0; padding: .8rem 1rem; background: var(--code); border-radius: .4rem }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em }
`

/**
 * The page at `/`.
 * @param page.origin how the browser reached us, as `http://host:port`: nothing that HTML would interpret
 */
export const homePage = ({ version, origin }: { version: string; origin: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Souk API</title>
<link rel="icon" type="image/svg+xml" href="/docs/static/theme/favicon.svg">
<style>${HOME_CSS}</style>
</head>
<body>
<main>
<header>${LOGO}<div><h1>Souk API</h1><p>Marketplace commerce backend, version ${version}</p></div></header>
<h2>Where to go</h2>
<ul>
<li><a href="/docs">API reference</a>: every operation, with examples to send</li>
<li><a href="/openapi.json">OpenAPI document</a>: for code generators and other tools</li>
<li><a href="/health/ready">Readiness</a>: whether all parts are there</li>
</ul>
<h2>How to begin</h2>
<p>Log in as an administrator, and send the token as <code>Authorization: Bearer …</code> from then on:</p>
<pre tabindex="0"><code>curl -X POST -H 'content-type: application/json' \\
  -d '{"email":"…","password":"…"}' \\
  ${origin}/auth/user/emailpass</code></pre>
<p>A development instance keeps its accounts, keys and example requests in <code>.souk/dev.json</code>.</p>
</main>
</body>
</html>
`
