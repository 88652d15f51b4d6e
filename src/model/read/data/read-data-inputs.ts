import { elementOf, elementsOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import { isVariableName } from '../reading.ts';

/** A data input of an activity, and the value that is assigned to it. */
export interface DataInput {
  /** Id of the data input, as a multi-instance marker refers to it. */
  readonly id: string;
  readonly name: string;
  /** A constant, an expression, or `${variable}`. */
  readonly text: string;
  /** The variable, if the value is a plain variable. */
  readonly variable?: string;
}

/** A data output of an activity, and the variable that it is stored in. */
export interface DataOutput {
  /** Id of the data output, as a multi-instance marker refers to it. */
  readonly id: string;
  readonly name: string;
  readonly variable: string;
}

/** The data inputs of an activity with their data input associations, in the order of the file. */
export function readDataInputs(element: ModdleElement): readonly DataInput[] {
  return elementsOf(element, 'dataInputAssociations').flatMap((association) => {
    const input = elementOf(association, 'targetRef');
    const source = readSource(association);
    if (input?.$type !== 'bpmn:DataInput' || source === undefined) return [];
    return [{ id: input.id ?? '', name: input.name ?? input.id ?? '', ...source }];
  });
}

/** The data outputs of an activity with their associations, without the output collection of a multi-instance. */
export function readDataOutputs(element: ModdleElement): readonly DataOutput[] {
  const collecting = collectingOutputOf(element);
  return readAllOutputs(element).filter(({ id }) => id !== collecting);
}

/** The variable of the output collection of a multi-instance, as jBPM writes it. */
export function readCollectedInto(element: ModdleElement): string | undefined {
  const collecting = collectingOutputOf(element);
  return collecting && readAllOutputs(element).find(({ id }) => id === collecting)?.variable;
}

function collectingOutputOf(element: ModdleElement): string | undefined {
  return elementOf(elementOf(element, 'loopCharacteristics'), 'loopDataOutputRef')?.id;
}

function readAllOutputs(element: ModdleElement): readonly DataOutput[] {
  return elementsOf(element, 'dataOutputAssociations').flatMap((association) => {
    const [output] = elementsOf(association, 'sourceRef');
    const variable = variableOf(elementOf(association, 'targetRef'));
    if (output?.$type !== 'bpmn:DataOutput' || variable === undefined) return [];
    return [{ id: output.id ?? '', name: output.name ?? output.id ?? '', variable }];
  });
}

/** The assigned text, else the source variable. */
function readSource(association: ModdleElement): Pick<DataInput, 'text' | 'variable'> | undefined {
  const [assignment] = elementsOf(association, 'assignment');
  if (assignment !== undefined) {
    const text = textOf(elementOf(assignment, 'from'), 'body');
    return text === undefined ? undefined : { text };
  }
  const variable = variableOf(elementsOf(association, 'sourceRef')[0]);
  return variable === undefined ? undefined : { text: `\${${variable}}`, variable };
}

/** A property or data object is a variable with its name. */
function variableOf(element: ModdleElement | undefined): string | undefined {
  const name = element?.name ?? element?.id;
  return name !== undefined && isVariableName(name) ? name : undefined;
}

/** An expression for the value of a variable: null if it was never set, as in jBPM. */
export function valueOrNull(variable: string): string {
  return `\${execution.getVariable('${variable}')}`;
}
