import { type Attributes, element, escapeXml } from './element.ts';

export interface DiagramFlow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly name?: string;
  readonly condition?: string;
  readonly attributes: Attributes;
  readonly isDefault: boolean;
}

/** The flows along paths, each with an id of its own. */
export function drawFlows(paths: string | readonly string[]): readonly DiagramFlow[] {
  const texts = typeof paths === 'string' ? [paths] : paths;
  return numberFlows(texts.flatMap((text) => text.split(/[;\n]/)).flatMap(parsePath));
}

/** XML of the flows along paths, for a file whose nodes are XML too. */
export function flows(paths: string | readonly string[]): string {
  return drawFlows(paths).map(writeFlow).join('\n');
}

const ARROW = />(?:"([^"]*)")?(?:\[((?:[^\]"]|"[^"]*")*)\])?(?:\{([^}]*)\})?(\*)?/;

/** `a >"yes"[${ok}]{ttc:vote=approve}* b`: name, condition, attributes and the mark of a default flow are optional. */
function parsePath(path: string): readonly DiagramFlow[] {
  const drawn: DiagramFlow[] = [];
  let rest = path.trim();
  let source: string | undefined;
  let arrow: RegExpExecArray | null = null;
  while (rest !== '') {
    const id = /^[^\s>]+/.exec(rest)?.[0];
    if (id === undefined) throw new Error(`bpmn-xml: cannot read the path "${path}" at "${rest}"`);
    rest = rest.slice(id.length).trim();
    if (source !== undefined && arrow !== null) drawn.push(drawFlow(source, id, arrow));
    source = id;
    arrow = ARROW.exec(rest);
    if (rest !== '' && arrow?.index !== 0) throw new Error(`bpmn-xml: expected an arrow in "${path}" at "${rest}"`);
    rest = rest.slice(arrow?.[0].length ?? 0).trim();
  }
  return drawn;
}

function drawFlow(source: string, target: string, arrow: RegExpExecArray): DiagramFlow {
  const [, name, condition, attributes = '', star] = arrow;
  const pairs = attributes.split(/\s+/).flatMap((pair) => (pair === '' ? [] : [pair.split('=')]));
  return {
    id: `${source}-${target}`,
    source,
    target,
    attributes: Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value])),
    isDefault: star !== undefined,
    ...(name === undefined ? {} : { name }),
    ...(condition === undefined ? {} : { condition }),
  };
}

function numberFlows(drawn: readonly DiagramFlow[]): readonly DiagramFlow[] {
  const seen = new Map<string, number>();
  return drawn.map((flow) => {
    const count = (seen.get(flow.id) ?? 0) + 1;
    seen.set(flow.id, count);
    return count === 1 ? flow : { ...flow, id: `${flow.id}-${count}` };
  });
}

export function writeFlow({ id, source, target, name, condition, attributes }: DiagramFlow): string {
  const content =
    condition === undefined
      ? ''
      : element('conditionExpression', { 'xsi:type': 'tFormalExpression' }, escapeXml(condition));
  return element('sequenceFlow', { id, name, sourceRef: source, targetRef: target, ...attributes }, content);
}
