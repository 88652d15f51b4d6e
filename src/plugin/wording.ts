import type { Catalogue, TextName } from '../texts/catalogue.ts';

/** The words of ours that people meet in the center. */
export interface Wording {
  /** In the language of the option `locale`. */
  readonly texts: Catalogue;
  /** Display name of the bridge in reports of what no person did. */
  readonly systemName: string;
  /** Last word on statuses, as on labels. */
  readonly translate: (text: string) => string;
}

type Status = TextName extends infer Name ? (Name extends `status.${infer Rest}` ? Rest : never) : never;

/** The handleStatus of what no button of the drawing did. */
export function statusText({ texts, translate }: Wording, status: Status): string {
  return translate(texts[`status.${status}`]);
}
