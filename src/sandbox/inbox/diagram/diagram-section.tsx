export function DiagramSection({ taskId }: { readonly taskId: string }) {
  return <p hidden>{taskId}</p>;
}
