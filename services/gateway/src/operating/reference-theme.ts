/** A market tent: the mark of Souk on its pages. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="Souk">
<path fill="#0f5c55" d="M16 3 29 15H3z"/><path fill="#e3a23b" d="M16 3 21 15H11z"/>
<path fill="#0f5c55" d="M3 15h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0H29v2.4a2.6 2.6 0 0 1-5.2 0z"/>
<path fill="#e3a23b" d="M8.2 15h5.2v2.4a2.6 2.6 0 0 1-5.2 0zm10.4 0h5.2v2.4a2.6 2.6 0 0 1-5.2 0z"/>
<path fill="#0f5c55" d="M5 21.5h2V29H5zm20 0h2V29h-2zM7 27h18v2H7z"/></svg>`

/** The logo for style sheets. */
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
