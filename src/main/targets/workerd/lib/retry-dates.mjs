// `{date+2:imf}` in a header's value becomes the moment two seconds ahead, in that form of an HTTP date.

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n) => String(n).padStart(2, "0");

const FORMS = {
  imf: (d) => d.toUTCString(),
  rfc850: (d) =>
    `${DAYS[d.getUTCDay()]}, ${two(d.getUTCDate())}-${MONTHS[d.getUTCMonth()]}-${two(d.getUTCFullYear() % 100)} ${time(d)} GMT`,
  asctime: (d) =>
    `${DAYS[d.getUTCDay()].slice(0, 3)} ${MONTHS[d.getUTCMonth()]} ${String(d.getUTCDate()).padStart(2)} ${time(d)} ${d.getUTCFullYear()}`,
};

function time(d) {
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

export function filled(value, now = Date.now()) {
  return value.replace(/\{date\+(\d{1,6}):(imf|rfc850|asctime)\}/g, (_, ahead, form) => FORMS[form](new Date(now + 1000 * Number(ahead))));
}
