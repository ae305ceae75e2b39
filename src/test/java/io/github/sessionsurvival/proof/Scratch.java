package io.github.sessionsurvival.proof;

import io.github.sessionsurvival.cli.ProvingRun;
import io.github.sessionsurvival.platform.Defect;
import io.github.sessionsurvival.verdict.*;
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Scratch {
    public static void main(String[] a) throws Exception {
        int atOnce = Integer.parseInt(a[0]);
        int scen = Integer.parseInt(a[1]);
        List<Optional<Defect>> all = new ArrayList<>();
        if (a[2].equals("sound")) for (int i = 0; i < Integer.parseInt(a[3]); i++) all.add(Optional.empty());
        else if (a[2].equals("all")) for (Defect d : Defect.values()) all.add(Optional.of(d));
        else for (int i = 2; i < a.length; i++) all.add(Defect.named(a[i]));
        String tags = "not @slow and not @crowd and ("
                + Catalogue.shipped().requirements().stream()
                        .filter(r -> r.lane() == Requirement.Lane.SERVER)
                        .map(r -> "@" + r.id())
                        .collect(Collectors.joining(" or "))
                + ")";
        ProvingRun proving = new ProvingRun(tags + System.getProperty("more", ""), scen);
        var os = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long t = System.nanoTime(), c = os.getProcessCpuTime();
        ExecutorService pool = Executors.newFixedThreadPool(atOnce, w -> new Thread(w));
        List<Future<?>> fs = new ArrayList<>();
        for (Optional<Defect> d : all) {
            fs.add(pool.submit(() -> {
                Path f = Files.createTempDirectory("proof-");
                long b = System.nanoTime();
                try {
                    RunResult r = proving.against(d, f);
                    Map<String, Set<String>> by = new TreeMap<>();
                    for (RunResult.Row x : r.requirements())
                        by.computeIfAbsent(x.verdict().toString(), k -> new TreeSet<>())
                                .add(x.requirement().id());
                    by.remove("MET");
                    System.out.printf(
                            "%-45s exit %d %.1fs %s %s%n",
                            d.map(Defect::word).orElse("sound"),
                            r.exit(),
                            (System.nanoTime() - b) / 1e9,
                            by,
                            r.facts().suiteFaults().stream()
                                    .map(x -> x.substring(0, Math.min(300, x.length())))
                                    .toList());
                    if (a[2].equals("all") || a[2].equals("sound")) {
                    } else {
                        for (RunResult.Row x : r.requirements())
                            if (!x.verdict().toString().equals("MET")) System.out.println("   " + x);
                    }
                } catch (Throwable e) {
                    System.out.println(d.map(Defect::word).orElse("sound") + " FAILED " + e);
                    e.printStackTrace(System.out);
                }
                return null;
            }));
        }
        for (Future<?> f : fs) f.get();
        pool.shutdown();
        System.out.printf(
                "wall %.1f cpu %.1f runs %d%n",
                (System.nanoTime() - t) / 1e9, (os.getProcessCpuTime() - c) / 1e9, all.size());
        System.exit(0);
    }
}
