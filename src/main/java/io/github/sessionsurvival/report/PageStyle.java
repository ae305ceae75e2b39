package io.github.sessionsurvival.report;

/** The page's style sheet: light and dark, narrow and wide, on paper. Colours keep a contrast of 4.5 to 1 and more. */
final class PageStyle {

    static final String CSS = """
            :root{color-scheme:light dark;--bg:#fff;--fg:#1c1e21;--q:#565b62;--line:#d5d8dc;--box:#f4f5f7;--ok:#17652c;--bad:#b0141b;--warn:#7a4a00;--info:#1b4e9b;--mark:#ffe9a8}
            @media(prefers-color-scheme:dark){:root{--bg:#15171a;--fg:#e7e8ea;--q:#a8adb5;--line:#3a3e44;--box:#1f2226;--ok:#72d08e;--bad:#ff9492;--warn:#f0b95e;--info:#8cb9ff;--mark:#453800}}
            *{box-sizing:border-box}
            body{margin:0 auto;max-width:62rem;padding:1rem;background:var(--bg);color:var(--fg);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
            h1{font-size:1.1rem;margin:0;color:var(--q);font-weight:600}
            h2{margin:2.5rem 0 .5rem;border-bottom:2px solid var(--line)}
            h3{margin:1.5rem 0 .4rem;font-size:1.1rem}h4{margin:1.2rem 0 .3rem;font-size:1rem}
            p{margin:.3rem 0}a{color:var(--info)}
            .v{font-size:1.6rem;line-height:1.3;font-weight:650;border-left:.4rem solid;padding-left:.8rem;margin:.4rem 0 1rem}
            .ok{color:var(--ok)}.bad{color:var(--bad)}.warn{color:var(--warn)}.info{color:var(--info)}.quiet,.q{color:var(--q)}
            .q{font-size:.875rem}
            nav a{margin-right:1rem}
            dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:var(--q)}dd{margin:0}
            article{border:1px solid var(--line);border-left:.3rem solid var(--bad);padding:.2rem 1rem .8rem;margin:1rem 0}
            article.w{border-left-color:var(--warn)}article h3{margin-top:.6rem}
            table{border-collapse:collapse;margin:.4rem 0}td,th{text-align:left;vertical-align:top;padding:.3rem .7rem .3rem 0;font-weight:400}
            .l{width:100%;table-layout:fixed}.l tr{border-top:1px solid var(--line)}.l th{width:6rem;font-weight:600}.l th+td{width:9.5rem}
            tr:target,details:target>summary,p:target{background:var(--mark)}
            .st table td{border:1px solid var(--line);padding:.1rem .5rem}
            .tl{font-size:.875rem}.tl th{color:var(--q)}.scroll{overflow-x:auto}.scroll td,.scroll th{overflow-wrap:normal}caption{text-align:left;font-weight:600}
            details.s{border-top:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}
            .st{list-style:none;margin:.4rem 0;padding-left:.4rem}.st li{padding-left:1.4rem;text-indent:-1.4rem}.st li>*{text-indent:0}
            .st li::before{content:"✓";display:inline-block;width:1.4rem;text-indent:0;color:var(--ok)}.st .b::before{content:"✗";color:var(--bad)}.st .k::before,.no li::before{content:"○";color:var(--q)}.st .b{color:var(--bad)}
            .st details,.q details{font-size:.875rem;color:var(--fg)}.st summary,.q summary{color:var(--q)}
            .m{white-space:pre-wrap;background:var(--box);border-left:.3rem solid var(--bad);padding:.4rem .6rem}
            pre{background:var(--box);padding:.5rem .6rem;margin:.3rem 0;white-space:pre-wrap;font:.8125rem/1.45 ui-monospace,monospace}
            code{font:.875em ui-monospace,monospace;background:var(--box);padding:.1em .3em}
            mark{background:var(--mark);color:inherit}
            svg{display:block;width:100%;min-width:30rem;max-width:40rem;font:11px system-ui,sans-serif}svg text{fill:var(--fg)}.at{fill:var(--fg)}.ad{fill:none;stroke:var(--q);stroke-dasharray:3 2}.wa{fill:var(--mark);stroke:var(--q)}
            @media(max-width:40rem){.l tr,.l td,.l th{display:block;width:auto!important;padding-bottom:0}.l tr{padding:.5rem 0}.l th small{margin-left:.5rem}.l th br{display:none}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}.v{font-size:1.3rem}}
            @media print{:root{--bg:#fff;--fg:#000}body{max-width:none;font-size:10pt}nav{display:none}.f{break-before:page}pre,article,tr{break-inside:avoid}details::details-content{content-visibility:visible;height:auto}a{color:inherit;text-decoration:none}}
            """;

    private PageStyle() {}
}
