import { PAGE_HEADERS } from '../../page-files.ts';
import { operationsUrl } from './demo-bridge.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** A fragment of HTML in which all values are escaped. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates a fragment. Values are escaped, except fragments and lists of fragments. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const texts = values.map((value) => {
    if (typeof value === 'object')
      return [value]
        .flat()
        .map((piece) => piece.html)
        .join('');
    return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  });
  return { html: String.raw({ raw: parts }, ...texts) };
}

export const STYLE_PATH = '/style.css';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
.note { border-left: .25rem solid; padding-left: 1rem; opacity: .8; }
label, th { display: block; font-weight: 600; margin-top: 1rem; }
select, textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; }
fieldset { border: 0; margin: 1rem 0 0; padding: 0; }
legend { font-weight: 600; padding: 0; }
ol { margin: 0; padding-left: 1.5rem; }
li { margin-bottom: .4rem; }
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

/** What a page shows. */
export interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly content: Html;
}

/** Undefined: the page does not exist. @param form the submitted form; undefined for GET */
export type Page = (
  world: DemoWorld,
  id: string,
  form: URLSearchParams | undefined,
) => Promise<PageContent | undefined>;
