import { readFileSync } from 'node:fs';

/** A diagram of docs/modelling.md, under the heading of its modeler. */
export interface ModelerExample {
  readonly title: string;
  readonly xml: string;
}

/** Those of the section "In your modeler". */
export function readModelerExamples(): readonly ModelerExample[] {
  const page = readFileSync(new URL('../../docs/modelling.md', import.meta.url), 'utf8');
  const section = /^## In your modeler\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  return section.split(/^### /m).flatMap((text): ModelerExample[] => {
    const xml = /^```xml\n([\s\S]*?)^```$/m.exec(text)?.[1];
    return xml === undefined ? [] : [{ title: text.split('\n')[0] ?? '', xml }];
  });
}
