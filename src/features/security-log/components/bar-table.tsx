export type BarTableProps = { caption: string; rows: readonly { label: string; count: number }[] };

/** A small bar chart as a table, with the numbers beside the bars. */
export function BarTable({ caption, rows }: BarTableProps) {
  const longest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="h-fit w-full text-small">
      <caption className="mb-2 text-start font-semibold">{caption}</caption>
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row" className="w-[45%] py-1 pe-3 text-start font-normal text-muted">
              {label}
            </th>
            <td className="py-1">
              <div className="flex items-center gap-3">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                  className="h-2.5 min-w-0 flex-1"
                >
                  <rect width="100" height="10" className="fill-sunken" />
                  <rect width={(count / longest) * 100} height="10" className="fill-sky" />
                </svg>
                <span className="w-12 text-end tabular-figures">{count}</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
