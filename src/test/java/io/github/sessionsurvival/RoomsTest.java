package io.github.sessionsurvival;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.sessionsurvival.steps.CurrentRun;

/** The rooms and their one direction (docs/map.md), held against the code. */
@AnalyzeClasses(packages = "io.github.sessionsurvival", importOptions = ImportOption.DoNotIncludeTests.class)
final class RoomsTest {

    private static final String ROOT = "io.github.sessionsurvival.";

    @ArchTest
    static final ArchRule wireImportsNoOtherRoom = room("wire").mayUse();

    @ArchTest
    static final ArchRule clientUsesWireOnly = room("client").mayUse("wire");

    @ArchTest
    static final ArchRule platformUsesWireOnly = room("platform").mayUse("wire");

    @ArchTest
    static final ArchRule targetUsesWireOnly = room("target").mayUse("wire");

    @ArchTest
    static final ArchRule verdictUsesWireOnly = room("verdict").mayUse("wire");

    @ArchTest
    static final ArchRule reportUsesVerdictAndWire = room("report").mayUse("verdict", "wire");

    @ArchTest
    static final ArchRule stepsKnowNeitherPlatformNorReport =
            room("steps").mayUse("wire", "client", "target", "verdict");

    /** Server and matcher must not share the constant, or a typo in it would pass (RST-01). */
    @ArchTest
    static final ArchRule platformDoesNotKnowTheMatcher = noClasses()
            .that()
            .resideInAPackage(ROOT + "platform..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(ROOT + "wire.RestartAnswer");

    @ArchTest
    static final ArchRule cucumberStaysInStepsReportAndCli = noClasses()
            .that()
            .resideInAnyPackage(
                    ROOT + "wire..", ROOT + "client..", ROOT + "platform..", ROOT + "target..", ROOT + "verdict..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.cucumber..", "org.junit..", "org.opentest4j..");

    @ArchTest
    static final ArchRule onlyTheWaiterSleeps = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(ROOT + "client.SystemWaiter")
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(Thread.class, "sleep", java.time.Duration.class)
            .orShould()
            .callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class);

    @ArchTest
    static final ArchRule onlyTheTargetRoomReadsEnvironmentAndProperties = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "target..")
            .should()
            .callMethod(System.class, "getenv")
            .orShould()
            .callMethod(System.class, "getenv", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class, String.class);

    /** The platform and the command line are told apart: only the command line (and the suite class) starts one. */
    @ArchTest
    static final ArchRule onlyTheCommandLineStartsThePlatform = classes()
            .that(resideInAnyPackage(ROOT + "platform.."))
            .should()
            .onlyBeAccessed()
            .byAnyPackage(ROOT + "platform..", ROOT + "cli..");

    @ArchTest
    static final ArchRule noStaticStateButTheCurrentRun = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .doNotHaveFullyQualifiedName(CurrentRun.class.getName())
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule namesAreNounsOfTheGlossary = noClasses()
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameStartingWith("Abstract")
            .orShould()
            .haveSimpleNameEndingWith("Base");

    @ArchTest
    static final ArchRule classesAreFinalRecordsInterfacesOrSealed = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .should()
            .haveModifier(JavaModifier.FINAL);

    private static Room room(String name) {
        return new Room(name);
    }

    private record Room(String name) {
        ArchRule mayUse(String... others) {
            String[] forbidden = java.util.stream.Stream.of(
                            "wire", "client", "target", "platform", "steps", "verdict", "report", "cli")
                    .filter(r -> !r.equals(name) && !java.util.List.of(others).contains(r))
                    .map(r -> ROOT + r + "..")
                    .toArray(String[]::new);
            return noClasses()
                    .that()
                    .resideInAPackage(ROOT + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(forbidden);
        }
    }
}
