import * as React from "react";
type Props = { title: string; items?: number[] };
export function List<T,>({ title, items = [] }: Props & T) {
  const [open, setOpen] = React.useState<boolean>(false);
  return (
    <section className="list" onClick={() => setOpen(!open)}>
      <h1>{title}: {items.length} of <b>all</b></h1>
      {open && items.map((item) => <Item key={item} {...item} />)}
      <>text</>
    </section>
  );
}
