import { LOGO } from './reference-theme.ts'

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
 * @param page.origin the address the browser used, as `http://host:port`, without characters that HTML interprets
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
