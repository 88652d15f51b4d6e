import { PAGE_HEADERS } from '../../page-files.ts';
import { operationsUrl } from './demo-bridge.ts';
import { html } from './html.ts';
import type { PageContent } from './page.ts';
import type { DemoWorld } from './start-demo-matters.ts';

export const STYLE_PATH = '/style.css';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
.note { border-left: .25rem solid; padding-left: 1rem; opacity: .8; }
label, th { display: block; font-weight: 600; margin-top: 1rem; }
select, textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; }
button { font: inherit; margin-top: 1rem; padding: .4rem 1rem; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid #8886; padding: .4rem .5rem .4rem 0; }
td button { margin: 0; }
`;

const HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Renders a complete page of the business system, with a link to the center. */
export function answerPage({ center, company }: DemoWorld, { status = 200, title, content }: PageContent): Response {
  const { say, locale } = company;
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<p class="note">${say('This page belongs to the business system of the demo, not to the transaction center.')}</p>
<h1>${title}</h1>
${content}
<p><a href="/">${say('All matters')}</a> · <a href="${operationsUrl('', company)}">${say("Operator's page")}</a> · <a href="${center.inboxUrl ?? ''}">${say('Back to the inbox')}</a></p>
</main>
</body>
</html>
`;
  return new Response(page.html, { status, headers: { ...HEADERS, 'content-type': 'text/html;charset=utf-8' } });
}

export function answerStyle(): Response {
  return new Response(STYLE, { headers: { ...HEADERS, 'content-type': 'text/css;charset=utf-8' } });
}
