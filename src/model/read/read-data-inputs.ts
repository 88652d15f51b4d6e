import { elementOf, elementsOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import { isVariableName } from './variable-name.ts';

/** A data input of an activity, and what the drawing puts into it. */
export interface DataInput {
  /** Id of the data input, as a multi-instance marker refers to it. */
  readonly id: string;
  readonly name: string;
  /** A constant, an expression, or `${variable}`. */
  readonly text: string;
}

/** A data output of an activity, and the variable that takes it. */
export interface DataOutput {
  readonly name: string;
  readonly variable: string;
}

/** What the data input associations put into the inputs that an activity declares, in the order of the file. */
export function readDataInputs(element: ModdleElement): readonly DataInput[] {
  return elementsOf(element, 'dataInputAssociations').flatMap((association) => {
    const input = elementOf(association, 'targetRef');
    const text = textOfSource(association);
    if (input?.$type !== 'bpmn:DataInput' || text === undefined) return [];
    return [{ id: input.id ?? '', name: input.name ?? input.id ?? '', text }];
  });
}

/** Where the data output associations put the outputs that an activity declares. */
export function readDataOutputs(element: ModdleElement): readonly DataOutput[] {
  return elementsOf(element, 'dataOutputAssociations').flatMap((association) => {
    const [output] = elementsOf(association, 'sourceRef');
    const variable = variableOf(elementOf(association, 'targetRef'));
    if (output?.$type !== 'bpmn:DataOutput' || variable === undefined) return [];
    return [{ name: output.name ?? output.id ?? '', variable }];
  });
}

/** A text that is assigned, else the variable that is the source. */
function textOfSource(association: ModdleElement): string | undefined {
  const [assignment] = elementsOf(association, 'assignment');
  if (assignment !== undefined) return textOf(elementOf(assignment, 'from'), 'body');
  const variable = variableOf(elementsOf(association, 'sourceRef')[0]);
  return variable === undefined ? undefined : `\${${variable}}`;
}

/** A property or data object is the variable of its name. */
function variableOf(element: ModdleElement | undefined): string | undefined {
  const name = element?.name ?? element?.id;
  return name !== undefined && isVariableName(name) ? name : undefined;
}
