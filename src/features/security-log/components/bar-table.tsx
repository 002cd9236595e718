export type BarTableProps = {
  caption: string;
  rows: readonly { label: string; count: number }[];
  /** The count of a bar of full length. */
  total: number;
};

/** A small bar chart as a table, with the numbers beside the bars. */
export function BarTable({ caption, rows, total }: BarTableProps) {
  return (
    <table className="h-fit w-full text-small">
      <caption className="mb-2 text-start font-semibold">{caption}</caption>
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row" className="w-px py-1 text-start font-normal whitespace-nowrap">
              {label}
            </th>
            <td className="w-px px-4 text-end tabular-figures">{count}</td>
            <td>
              <svg aria-hidden="true" className="block h-2 w-full">
                <rect
                  width={`${(count / Math.max(1, total)) * 100}%`}
                  height="8"
                  rx="2"
                  className="fill-sky"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
