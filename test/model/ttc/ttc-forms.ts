/** How the examples of `docs/reference/ttc.md` are written in a file: as elements, properties and attributes. */
import { element, escapeXml } from '../../support/bpmn-xml.ts';
import { TTC_NAMES, type TtcExample, type TtcPlace } from '../../support/inner/model.ts';

/** The same in each of the three forms, without the prefixes of names. */
export interface TtcForms {
  /** XML of extension elements, one for each setting. */
  readonly elements: readonly string[];
  /** Properties in the modeler's own list, or attributes. A summary of two lines is a property twice. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

export interface PlacedExample {
  readonly place: TtcPlace;
  readonly name: string;
  readonly shows: string;
  readonly written: TtcExample['written'];
  readonly forms: TtcForms;
}

/** The examples of all names, in the order of their declaration. */
export const TTC_EXAMPLES: readonly PlacedExample[] = (Object.keys(TTC_NAMES) as TtcPlace[]).flatMap((place) =>
  Object.entries(TTC_NAMES[place]).flatMap(([name, setting]): PlacedExample[] =>
    'examples' in setting
      ? setting.examples.map(({ shows, written }) => ({
          ...{ place, name, shows, written },
          forms: {
            elements: written.map((parts) => writeElement(name, parts)),
            pairs: written.flatMap((parts, index) => writePairs(name, parts, written.slice(0, index))),
          },
        }))
      : [
          {
            ...{ place, name, shows: '', written: [] },
            forms: {
              elements: [element(`ttc:${name}`, {}, escapeXml(setting.example))],
              pairs: [[`ttc:${name}`, setting.example]],
            },
          },
        ],
  ),
);

type Parts = Readonly<Record<string, string>>;

function writeElement(name: string, parts: Parts): string {
  const all = Object.entries(parts);
  const children = all.flatMap(([part, value]) => {
    const [, parameter, channel] = /^param\.(\w+)(?:\.(\w+))?$/.exec(part) ?? [];
    return parameter === undefined ? [] : element('ttc:param', { name: parameter, value, channel });
  });
  const attributes = Object.fromEntries(all.filter(([part]) => !part.startsWith('param.')));
  return element(`ttc:${name}`, attributes, children.join(''));
}

function writePairs(name: string, parts: Parts, before: readonly Parts[]): TtcForms['pairs'] {
  if (name === 'summary') return [['ttc:summary', `${parts.title}|${parts.content}`]];
  // The part that tells several of one name apart is in the name of the property.
  const mark = name === 'notify' ? 'on' : 'key';
  const which = name === 'message' ? '' : `.${parts[mark]}`;
  const same = before.filter((each) => each[mark] === parts[mark]).length;
  const count = name === 'notify' && same > 0 ? `.${same + 1}` : '';
  return Object.entries(parts)
    .filter(([part]) => name === 'message' || part !== mark)
    .map(([part, value]) => [`ttc:${name}${which}${count}.${part}`, value]);
}
